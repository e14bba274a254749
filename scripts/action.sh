#!/usr/bin/env bash
# What action.yml runs: installs lspcheck outside the workspace, so that the checked repository's npm settings do not
# matter, then runs it and hands its exit code on. Reads INPUT_* and the runner's own variables only.
set -euo pipefail

install_in=$RUNNER_TEMP/lspcheck
if [ -n "$INPUT_PACKAGE" ]; then
  what=$(cd "$GITHUB_WORKSPACE" && realpath -- "$INPUT_PACKAGE")
else
  version=$INPUT_VERSION
  if [ -z "$version" ]; then
    version=$(node -p 'require(process.argv[1]).version' "$ACTION_PATH/package.json")
  fi
  what=lspcheck@$version
fi

mkdir -p "$install_in"
echo '::group::install lspcheck'
(cd "$install_in" && npm install --prefix . --ignore-scripts --no-audit --no-fund --no-save -- "$what")
echo '::endgroup::'

# Words, without globbing: a pattern is lspcheck's to read.
set -f
# shellcheck disable=SC2206
args=($INPUT_ARGS)
set +f
flags=(--format "$INPUT_FORMAT")
if [ -n "$INPUT_FAIL_ON" ]; then flags+=(--fail-on "$INPUT_FAIL_ON"); fi

exit_code=0
"$install_in/node_modules/.bin/lspcheck" "${args[@]}" "${flags[@]}" || exit_code=$?
echo "exit-code=$exit_code" >>"$GITHUB_OUTPUT"
exit "$exit_code"
