import { systemClock } from '../../src/lib/clock.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createCompaction } from '../../src/logs/compact/compaction.ts'
import { createReaderAccounts } from '../../src/logs/query/account.ts'
import { createLogStore } from '../../src/logs/store.ts'

/** Compacts the closed segments of a folder, and tells its parent before and after. */
const [folder = ''] = process.argv.slice(2)
const store = createLogStore({ folder, clock: systemClock, log: silentLog })
const accounts = createReaderAccounts(folder)
process.send?.('begin')
await createCompaction({ store, folder, accounts, log: silentLog }).run()
process.send?.('end')
process.disconnect?.()
