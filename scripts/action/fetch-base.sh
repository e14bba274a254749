#!/usr/bin/env bash
# Deepens a shallow clone until the commit that the event is compared with is there, in growing steps. Never with --depth: in a
# full clone that would cut the history. What cannot be fetched is lspcheck's to say (exit 4, with the command).
set -euo pipefail

base=$(node -p '
  const e = JSON.parse(require("fs").readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
  const oid = e.pull_request?.base?.sha ?? e.merge_group?.base_sha ?? e.before ?? "";
  /^[0-9a-f]{40,64}$/.test(oid) && !/^0+$/.test(oid) ? oid : ""' 2>/dev/null || true)
if [ -z "$base" ]; then exit 0; fi

have_base() {
  # A merge of both sides is compared with its first parent.
  if git rev-parse --verify --quiet 'HEAD^2^{commit}' >/dev/null; then
    git cat-file -e 'HEAD^1^{commit}' 2>/dev/null && return 0
  fi
  git merge-base "$base" HEAD >/dev/null 2>&1
}

echo '::group::fetch the base commit'
for step in 1 50 500 5000; do
  if have_base || [ "$(git rev-parse --is-shallow-repository)" != true ]; then break; fi
  git fetch --no-tags --quiet --deepen="$step" origin || break
done
if ! have_base && [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --no-tags --quiet --unshallow origin || true
fi
# A branch that was rewritten: its old commit hangs on no branch any more.
if ! git cat-file -e "$base^{commit}" 2>/dev/null; then git fetch --no-tags --quiet origin "$base" || true; fi
echo '::endgroup::'
