import { readdir, readFile } from 'node:fs/promises'

/** The time that the threads of a process have run, without those that have ended. */
export async function processorNs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0)
}
