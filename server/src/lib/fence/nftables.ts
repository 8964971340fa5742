import { spawn } from 'node:child_process'

/** The program of the package nftables, which loads rules into the kernel. */
export type Nftables = {
  /** The names of the tables of the family `inet`. Rejects if the rules cannot be changed here. */
  tables(): Promise<readonly string[]>
  /** Applies all commands atomically. */
  apply(commands: string): Promise<void>
}

const PROGRAM = 'nft'
/** Folders of administrators' programs, which a server's `PATH` may lack. */
const PATH = '/usr/sbin:/sbin:/usr/bin:/bin:/usr/local/sbin'
const TIMEOUT_MS = 10_000

/** The program is not installed. */
export class NftablesMissing extends Error {}

export const nftables: Nftables = {
  async tables() {
    const output = await run(['list', 'tables'])
    return [...output.matchAll(/^table inet (\S+)$/gm)].map(([, name = '']) => name)
  },
  async apply(commands) {
    await run(['-f', '-'], commands)
  },
}

function run(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, args, { cwd: '/', env: { PATH }, timeout: TIMEOUT_MS })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new NftablesMissing('nft is not installed') : error),
    )
    child.once('close', (status) =>
      status === 0 ? resolve(output) : reject(new Error(`nft failed: ${errors.trim()}`)),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
