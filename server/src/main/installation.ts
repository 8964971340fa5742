import { createOutgoing } from '../lib/outgoing.ts'
import type { Services, ServicesDeps } from '../services/index.ts'
import type { Config } from './config.ts'
import { openCore } from './core.ts'
import { createDoors, openNodeDoor, openPorts, type Doors } from './doors.ts'
import { openHost, ownHost, type Host } from './host.ts'
import { createLateParts } from './late-parts.ts'
import { startSampler } from './sampler.ts'
import { createSharedParts, servicesDeps } from './services-deps.ts'

export type { Doors } from './doors.ts'

export type Installation = Doors & {
  /** The public address. */
  readonly url: string
  /** The one-time link for creating the first account; undefined once there is an operator. */
  ownerLink(): Promise<string | undefined>
  /** Stops everything in the order of `Shutdown`; rejects at the end if something did not stop. */
  stop(): Promise<void>
}

export type InstallationOptions = {
  readonly checkout: string
  readonly operatorToken: string
  /** Ends the wait for another server that is stopping. */
  readonly signal?: AbortSignal
  /** Called if the start waits for another server that is stopping. */
  readonly onWaiting?: () => void
  /** Called when the ports are open, before any request is served. */
  readonly onListening?: (doors: Doors) => Promise<void>
  /** Creates the services that every project offers. */
  readonly createServices: (deps: ServicesDeps) => Services
}

/** Creates all parts of the installation, connects them, and starts them. */
export async function startInstallation(
  config: Config,
  options: InstallationOptions,
): Promise<Installation> {
  const host = await openHost(config)
  try {
    return await startOn(host, options)
  } catch (error) {
    // The operator needs the first error; errors of the shutdown are in the log.
    await host.shutdown.run().catch(() => {})
    throw error
  }
}

async function startOn(host: Host, options: InstallationOptions): Promise<Installation> {
  const owned = await ownHost(host, options)
  const { config, certificate } = owned
  const late = createLateParts({ databaseTls: certificate !== undefined })
  const outgoing = createOutgoing({ allowsPrivate: config.allowsPrivateAddresses })
  const shared = createSharedParts(outgoing)
  const services = options.createServices(servicesDeps(owned, late, shared))
  const { checkout, operatorToken } = options
  const core = await openCore(owned, { late, services, outgoing, operatorToken })
  const { fleet, backups, platform } = core
  const doorsOptions = { ...core, late, shared, services, checkout }
  const closed = await createDoors(owned, doorsOptions)
  const doors = await openPorts(owned, closed, late)
  await options.onListening?.(doors)
  await backups?.start()
  // A request served before the fleet has put records and clusters in order could start a cluster
  // that the fleet then ends as one of the last run.
  await fleet.start()
  await platform.start()
  for (const service of services.all) await service.begin?.()
  closed.readiness.begin()
  startSampler(owned, { fleet, services })
  await openNodeDoor(owned, doorsOptions, closed.readiness)
  return {
    ...doors,
    url: late.addresses.publicUrl,
    ownerLink: () => platform.ownerLink(),
    stop: () => host.shutdown.run(),
  }
}
