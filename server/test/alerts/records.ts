import type { AlertRecords } from '../../src/project/alert-records.ts'

const none = async () => []
const refused = async () => false
const ignored = async () => {}

/** Records that stay empty, for installations whose alerts are not tested. */
export const noAlertRecords = (): AlertRecords => ({
  rules: {
    list: none,
    addDefaults: ignored,
    add: refused,
    change: refused,
    remove: refused,
    save: ignored,
    events: none,
  },
  channels: { list: none, add: refused, change: refused, remove: refused },
  messages: {
    add: ignored,
    due: none,
    claim: refused,
    end: async () => undefined,
    list: none,
    last: none,
    forget: ignored,
  },
  queries: {
    list: none,
    add: refused,
    change: refused,
    setNextRun: ignored,
    remove: refused,
    beginRun: refused,
    endRun: ignored,
    runs: none,
    run: async () => undefined,
  },
  people: {
    emails: none,
    mayUse: refused,
    notifyOwners: ignored,
    projectName: async (ref) => ref,
  },
})
