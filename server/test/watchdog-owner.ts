import { createWatchdog } from '../src/postgres/processes/watchdog.ts'

/** A server whose processes are supervised by a watchdog, for the test that kills it. */
const watchdog = createWatchdog()
for (const pid of JSON.parse(process.argv[2] ?? '[]')) watchdog.add(pid, process.argv[3] ?? '')
process.send?.('ready')
setInterval(() => {}, 60_000)
