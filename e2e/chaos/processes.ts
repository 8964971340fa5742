import { readdir, readFile, readlink } from 'node:fs/promises'

export type Process = {
  readonly pid: number
  readonly parent: number
  readonly command: string
  readonly cwd: string
  readonly environment: string
}

/** Every process of this machine that can be read. Linux only. */
export async function allProcesses(): Promise<readonly Process[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(numbers.map((name) => readProcess(Number(name))))
  return found.filter((process) => process !== undefined)
}

async function readProcess(pid: number): Promise<Process | undefined> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const stat = await read('stat')
  // The program's name before it is in parentheses and may contain some itself.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || state === 'Z' || state === 'X') return undefined
  const [command, environment, cwd] = await Promise.all([
    read('cmdline'),
    read('environ'),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ])
  return { pid, parent: Number(parent), command: command.replaceAll('\0', ' '), cwd, environment }
}

/** A process may end before it gets the signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
