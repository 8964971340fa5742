import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { signal, type Process } from './processes.ts'
import type { ChaosProject } from './projects.ts'
import type { Random } from './random.ts'

export type Fault = {
  readonly name: string
  inject(): Promise<void>
}

const STOPPED_MS = 3000

/** All faults that are inflicted on the installation, which must recover from each by itself. */
export function faultsOf(
  installation: Installation,
  projects: readonly ChaosProject[],
  random: Random,
): readonly Fault[] {
  const anyProject = () => random.pick(projects).ref
  function kill(process: Process | undefined): void {
    if (process) signal(process.pid, 'SIGKILL')
  }
  const killOf = async (found: Promise<Process | undefined>) => kill(await found)

  return [
    { name: 'server, kill -9', inject: () => killOf(installation.server()) },
    {
      name: 'all processes, kill -9, then npm start',
      async inject() {
        for (const process of await installation.processes()) kill(process)
        installation.start()
      },
    },
    {
      name: 'npm start, SIGTERM, then npm start',
      async inject() {
        await installation.terminate()
        installation.start()
      },
    },
    {
      name: 'npm start, SIGTERM, and npm start at once',
      async inject() {
        const ending = installation.terminate()
        installation.start()
        await ending
      },
    },
    {
      name: 'Postgres of a project, kill -9',
      inject: () => killOf(installation.postmaster(anyProject())),
    },
    {
      name: 'a process of a Postgres, kill -9',
      async inject() {
        const children = await installation.children(anyProject())
        if (children.length > 0) kill(random.pick(children))
      },
    },
    {
      name: "the platform's Postgres, kill -9",
      inject: () => killOf(installation.postmaster('control')),
    },
    {
      name: 'watchdog and server, kill -9',
      async inject() {
        const [watchdog, server] = [await installation.watchdog(), await installation.server()]
        kill(watchdog)
        kill(server)
      },
    },
    { name: 'watchdog, kill -9', inject: () => killOf(installation.watchdog()) },
    {
      name: 'processes of functions, kill -9',
      async inject() {
        for (const process of await installation.denos()) kill(process)
      },
    },
    {
      name: `Postgres of a project, stopped for ${STOPPED_MS / 1000} s`,
      async inject() {
        const postmaster = await installation.postmaster(anyProject())
        if (!postmaster) return
        signal(postmaster.pid, 'SIGSTOP')
        await sleep(STOPPED_MS)
        signal(postmaster.pid, 'SIGCONT')
      },
    },
  ]
}
