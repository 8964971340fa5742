import { readdir, readFile } from 'node:fs/promises'

/** The time that the threads of a process have run, without those that have ended. */
export async function processorNs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0)
}

/** The time that a process and its children have run. */
export async function familyNs(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const family = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  const times = await Promise.all(family.map(processorNs))
  return times.reduce((sum, time) => sum + time, 0)
}

export type Ticks = { readonly user: number; readonly kernel: number }

/** How long a process has run its own code and the kernel's, in clock ticks. */
export async function ticksOf(pid: number): Promise<Ticks> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before the last parenthesis can contain spaces; the twelfth field after it is utime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { user: Number(fields[11]), kernel: Number(fields[12]) }
}
