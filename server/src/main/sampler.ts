import type { Fleet } from '../fleet/port.ts'
import { createSampler } from '../metrics/samples/sampler.ts'
import type { Services } from '../services/index.ts'
import type { OwnedHost } from './host.ts'

/** Samples the metrics of running projects until the server stops. */
export function startSampler(
  { metrics, network, logs, clock, log, shutdown }: OwnedHost,
  { fleet, services }: { readonly fleet: Fleet; readonly services: Services },
): void {
  const sampler = createSampler({
    running: fleet.running,
    metrics,
    network,
    logs,
    ofServices: (project) =>
      Object.assign({}, ...services.all.map(({ measure }) => measure?.(project))),
    clock,
    log,
  })
  shutdown.add('background work', async () => sampler.stop())
  sampler.start()
}
