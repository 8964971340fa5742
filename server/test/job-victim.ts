import { createJobs } from '../src/postgres/jobs.ts'
import { silentLog } from '../src/lib/log.ts'

/** A server that starts a job and never finishes it, for tests that kill it. */
const jobs = createJobs({
  connection: JSON.parse(process.argv[2] ?? ''),
  log: silentLog,
  tasks: {
    slow: () => {
      process.send?.('begun')
      return new Promise(() => {})
    },
  },
})
await jobs.prepare()
await jobs.start()
