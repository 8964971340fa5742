import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { commandOf } from '../../../lib/sandbox/sandbox.ts'
import { registryVariables, type Registries } from './deno.ts'
import type { ProcessFolders } from './deno-start.ts'

export type DenoProcess = {
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  /** Ends the process at once. */
  kill(): void
  /** The exit status of Deno as a shell reports it: 128 and the signal after one. */
  readonly ended: Promise<number>
}

/**
 * A shell between the server and Deno waits for the end of a pipe from the server and then ends Deno
 * by force: the pipe ends with the server, however that ends, and the number of a process whose
 * parent waits for it belongs to no other. The shell closes its output, so that the output ends with
 * Deno. No dumps, because they would contain secrets.
 */
const SCRIPT = `
ulimit -c 0
ulimit -f "$1"
shift
exec 4<&0
"$@" <&4 3<&- 4<&- &
child=$!
exec </dev/null >/dev/null 2>&1 4<&-
read -r _ <&3
kill -KILL "$child"
wait "$child"
`

const FILE_BLOCK_BYTES = 512

type SpawnOptions = { readonly maxFileBytes: number; readonly registries: Registries }

export function spawnDeno(
  folders: ProcessFolders,
  args: readonly string[],
  { maxFileBytes, registries }: SpawnOptions,
): DenoProcess {
  const { deno, account, code, temporary, cache } = folders
  const blocks = Math.ceil(maxFileBytes / FILE_BLOCK_BYTES)
  const command = commandOf(folders.sandbox, {
    ...folders,
    program: deno,
    args,
    // Passes nothing of the server's environment; the function's own arrives through its standard
    // input.
    env: {
      DENO_DIR: cache,
      TMPDIR: temporary,
      HOME: temporary,
      DENO_NO_UPDATE_CHECK: '1',
      DENO_NO_PACKAGE_JSON: '1',
      NO_COLOR: '1',
      // Also accepts registries and servers whose certificate authorities this machine trusts.
      DENO_TLS_CA_STORE: 'mozilla,system',
      ...registryVariables(registries),
    },
  })
  const shell = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'stoa-function', `${blocks}`, command.file, ...command.args],
    {
      cwd: code,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...command.env },
      ...account,
    },
  )
  const lifeline = shell.stdio[3] as Writable
  const { stdin, stdout, stderr } = shell
  for (const pipe of [stdin, lifeline]) pipe.on('error', () => {})
  stdout.once('end', () => lifeline.destroy())
  return {
    input: stdin,
    output: stdout,
    errors: stderr,
    kill: () => void lifeline.destroy(),
    ended: endOf(shell),
  }
}

const endOf = (shell: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    shell.once('exit', (code) => resolve(code ?? 1))
    shell.once('error', () => resolve(1))
  })
