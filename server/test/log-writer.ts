import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { createLogStore } from '../src/logs/store.ts'

/** Writes numbered events until it is killed, and tells its parent which are stored for certain. */
const [folder = '', first = '0'] = process.argv.slice(2)
const logs = createLogStore({ folder, clock: systemClock, log: silentLog })
const filler = 'x'.repeat(200)
for (let next = Number(first); ;) {
  for (let count = 0; count < 500; count += 1) {
    const source = next % 2 === 0 ? 'edge_logs' : 'auth_logs'
    logs.write('victim', source, {
      message: `event ${next}`,
      severity: 'info',
      columns: { request_path: filler },
    })
    next += 1
  }
  await logs.flush('victim')
  process.send?.(next)
}
