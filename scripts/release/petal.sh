#!/bin/sh
# Runs Petal with the Node of this machine: ./petal help
here=$(dirname "$(readlink -f "$0")")
if ! command -v "${NODE:-node}" >/dev/null 2>&1; then
  echo "Petal needs Node.js 20.19 or newer (24 is best), and there is no node in the PATH." >&2
  echo "Get it from https://nodejs.org, or name it: NODE=/path/to/node $0 $*" >&2
  exit 1
fi
exec "${NODE:-node}" "$here/dist/server/petal.js" "$@"
