import { createWatchdog } from '../src/postgres/watchdog.ts'

/** A server that has given processes into a watchdog's care, for the test that kills it. */
const watchdog = createWatchdog()
for (const pid of JSON.parse(process.argv[2] ?? '[]')) watchdog.add(pid, process.argv[3] ?? '')
process.send?.('ready')
setInterval(() => {}, 60_000)
