#!/usr/bin/env bash
# What action.yml runs: installs lspcheck outside the workspace, so that the checked repository's npm settings do not
# matter, runs it, and hands its exit code and its counts on. Reads INPUT_* and the runner's own variables only.
set -euo pipefail

here=$ACTION_PATH/scripts/action
own=$RUNNER_TEMP/lspcheck
mkdir -p "$own"
report=$own/report-${LSPCHECK_JOB_INDEX:-0}.json
rm -f "$report"

# On every way out, also when npm fails: without a report `complete` is false.
finish() {
  local code=$?
  printf 'exit-code=%s\n' "$code" >>"$GITHUB_OUTPUT"
  node "$here/outputs.mjs" "$report" "${sarif:-}" >>"$GITHUB_OUTPUT"
  exit "$code"
}
trap finish EXIT
absolute() { node -p 'require("node:path").resolve(process.argv[1], process.argv[2])' "$GITHUB_WORKSPACE" "$1"; }

if ! refusal=$(node "$here/trusted.mjs" "$(git rev-parse HEAD 2>/dev/null || true)"); then
  echo "::error title=lspcheck::$refusal"
  exit 2
fi
if [ "$INPUT_FETCH_BASE" = true ]; then bash "$here/fetch-base.sh"; fi

if [ -n "$INPUT_PACKAGE" ]; then
  what=$(absolute "$INPUT_PACKAGE")
  stamp=$(node -p 'require("node:crypto").createHash("sha256").update(require("node:fs").readFileSync(process.argv[1])).digest("hex")' "$what")
else
  version=$INPUT_VERSION
  if [ -z "$version" ]; then
    version=$(node -p 'require(process.argv[1]).version' "$ACTION_PATH/package.json")
  fi
  what=lspcheck@$version
  stamp=$what
fi
# A second step of the job finds it in place.
if [ "$(cat "$own/installed" 2>/dev/null)" != "$stamp" ]; then
  echo '::group::install lspcheck'
  (cd "$own" && npm install --prefix . --ignore-scripts --no-audit --no-fund --no-save -- "$what")
  echo '::endgroup::'
  printf '%s\n' "$stamp" >"$own/installed"
fi
lspcheck=$own/node_modules/.bin/lspcheck

# Words, without globbing: a pattern is lspcheck's to read.
set -f
# shellcheck disable=SC2206
args=($INPUT_ARGS)
set +f
flags=(--format "$INPUT_FORMAT" --report "json=$report")
if [ -n "$INPUT_FAIL_ON" ]; then flags+=(--fail-on "$INPUT_FAIL_ON"); fi

exit_code=0
"$lspcheck" "${args[@]}" "${flags[@]}" || exit_code=$?

# From the report, since only it knows what the event came to: everything, or what changed.
if [ -n "$INPUT_SARIF_FILE" ] && [ -s "$report" ]; then
  category=$(node "$here/category.mjs" "$report" "$INPUT_SARIF_CATEGORY")
  file=$(absolute "$INPUT_SARIF_FILE")
  written=0
  "$lspcheck" merge "$report" --format sarif --sarif-category "$category" --output "$file" || written=$?
  # merge ends as the run did; anything else means that nothing was written.
  if [ "$written" = "$exit_code" ]; then sarif=$INPUT_SARIF_FILE; elif [ "$exit_code" = 0 ]; then exit_code=$written; fi
fi
exit "$exit_code"
