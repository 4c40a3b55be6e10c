#!/usr/bin/env bash
# Shows the main job on a sample repository: demo.sh [SAMPLE]. The copy stays in a temporary folder, to be looked at.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
sample=${1:-copy_paste}
bin=$top/.venv/bin
copy=$(mktemp -d)/$sample
cp -R "$top/sample_repos/$sample" "$copy"
find "$copy" -name __pycache__ -prune -exec rm -rf {} +
export GIT_AUTHOR_NAME=demo GIT_AUTHOR_EMAIL=demo@example.org GIT_COMMITTER_NAME=demo GIT_COMMITTER_EMAIL=demo@example.org
git -C "$copy" init --quiet --initial-branch=main
git -C "$copy" add --all
git -C "$copy" commit --quiet --message "The sample as it is"

say() { printf '\n== %s\n' "$*"; }
overhaul() { "$bin/overhaul" "$@"; }

say "The sample: $(head -n 1 "$copy/README.md")"
cd "$copy"
say "overhaul scan"
overhaul scan
say "overhaul diagnose"
overhaul diagnose
say "overhaul plan"
overhaul plan
say "overhaul run --test 'python -m pytest -q'"
overhaul run --test "$bin/python -m pytest -q"
say "overhaul log"
overhaul log
branch=$(git branch --list 'overhaul/*' --format '%(refname:short)')
if [ -n "$branch" ]; then
  say "The commits on $branch"
  git log --oneline --stat "main..$branch"
  say "The tests on $branch"
  git worktree add --quiet --detach "$copy.branch" "$branch"
  (cd "$copy.branch" && "$bin/python" -m pytest -q)
  git worktree remove --force "$copy.branch"
fi
say "overhaul diagnose, on the branch"
git checkout --quiet --detach "${branch:-main}"
overhaul diagnose
git checkout --quiet main
say "What you can do now"
cat <<TEXT
cd $copy
$bin/overhaul review      # read the difference
$bin/overhaul accept      # merge it
$bin/overhaul rollback    # drop it
TEXT
