// Nothing survives us: one small shell that waits for the end of our process (its stdin is a pipe that the kernel closes,
// however we die) and then kills what is left. First the groups it was told of, TERM then KILL; then, on Linux, every process
// whose environment carries this run's marker, which also finds those that left their group (rust-analyzer's cargo), and
// those whose parent was gone before anybody could see them.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

export const markerVariable = 'LSPCHECK_RUN';

export interface Reaper {
  /** Servers carry it in their environment as LSPCHECK_RUN; the reaper itself does not. */
  readonly marker: string;
  watch(groupId: number): void;
  forget(groupId: number): void;
  /** To be removed if we cannot do it ourselves. */
  watchFolder(folder: string): void;
  /** All servers are gone: what they left behind in sessions of their own goes as well. */
  dismiss(): void;
}

const script = `
trap '' INT TERM HUP PIPE
pids=
folders=
while read -r op pid; do
  case $op in
    +) pids="$pids $pid" ;;
    f) folders="$folders$pid
" ;;
    -) kept=; for p in $pids; do [ "$p" = "$pid" ] || kept="$kept $p"; done; pids=$kept ;;
    q) break ;;
  esac
done
for p in $pids; do kill -TERM -- "-$p" 2>/dev/null; done
[ -n "$pids" ] && sleep 0.1
for p in $pids; do kill -KILL -- "-$p" 2>/dev/null; done
n=0
while [ -d /proc/self ] && [ $n -lt 50 ]; do
  found=
  for e in $(grep -lasF "${markerVariable}=$1" /proc/[0-9]*/environ 2>/dev/null); do
    p=\${e#/proc/}; p=\${p%/environ}
    read -r stat < "/proc/$p/stat" 2>/dev/null || continue
    case \${stat##*) } in Z*) continue ;; esac
    kill -KILL "$p" 2>/dev/null && found=1
  done
  [ -n "$found" ] || break
  n=$((n + 1))
done
[ -n "$folders" ] || exit 0
sleep 0.3
printf %s "$folders" | while IFS= read -r folder; do rm -rf -- "$folder"; done
`;

/** Started in the same tick as the first server. Where there is no /bin/sh, servers are killed by us alone. */
export function startReaper(env: Readonly<Record<string, string>>): Reaper {
  const marker = randomUUID();
  const shell = startShell(marker, env);
  const tell = (line: string) => {
    if (shell?.stdin?.writable === true) shell.stdin.write(`${line}\n`);
  };
  return {
    marker,
    watch: (groupId) => tell(`+ ${groupId}`),
    forget: (groupId) => tell(`- ${groupId}`),
    // A name with a line break could not be told whole, and half a name must not be removed.
    watchFolder: (folder) => {
      if (!folder.includes('\n')) tell(`f ${folder}`);
    },
    dismiss() {
      tell('q');
      shell?.stdin?.end();
    },
  };
}

function startShell(marker: string, env: Readonly<Record<string, string>>): ChildProcess | undefined {
  try {
    const shell = spawn('/bin/sh', ['-c', script, 'lspcheck-reaper', marker], {
      cwd: '/',
      // Its few programs are the system's: a caller's PATH need not have them.
      env: { PATH: `${env['PATH'] ?? ''}:/usr/bin:/bin` },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', () => {});
    shell.stdin?.on('error', () => {});
    shell.unref();
    unreference(shell.stdin);
    return shell;
  } catch {
    return undefined;
  }
}

/** A pipe to a child is a socket in Node: it would hold the event loop. */
function unreference(stream: unknown): void {
  if (
    typeof stream === 'object' &&
    stream !== null &&
    'unref' in stream &&
    typeof stream.unref === 'function'
  )
    stream.unref();
}
