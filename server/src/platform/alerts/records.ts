import type { Role } from '@stoa/contract/platform/permissions'
import type { AlertRecords } from '../../project/alert-records.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import { notifyRoles } from '../notifications/port.ts'
import type { PermissionTable } from '../permissions.ts'
import * as channels from './channel-queries.ts'
import * as people from './people-queries.ts'
import * as queries from './query-queries.ts'
import * as rules from './rule-queries.ts'

const OWNERS: readonly Role[] = ['owner']
const MEMBERS: readonly Role[] = ['owner', 'administrator', 'developer', 'read_only']

type RecordsDeps = {
  readonly session: ServiceSession
  readonly permissions: PermissionTable
}

/** The records that the alerts of projects keep, for the service. */
export const createAlertRecords = (deps: RecordsDeps): AlertRecords => ({
  rules: ruleRecords(deps),
  channels: channelRecords(deps),
  messages: messageRecords(deps),
  queries: queryRecords(deps),
  people: peopleRecords(deps),
})

const ruleRecords = ({ session }: RecordsDeps): AlertRecords['rules'] => ({
  list: (ref) => rules.listRuleRows(session, ref),
  addDefaults: (ref, defaults, at) =>
    session.transaction(async (tx) => {
      if ((await rules.markDefaults(tx, ref, at)) === 0) return
      for (const rule of defaults) await rules.insertRule(tx, ref, { ...rule, max: 1000 })
    }),
  add: (ref, rule, { max, event }) =>
    session.transaction(async (tx) => {
      await rules.lockProject(tx, ref)
      if ((await rules.insertRule(tx, ref, { ...rule, max })) === 0) return false
      await rules.insertEvent(tx, ref, event)
      return true
    }),
  change: (ref, rule, { resets, event }) =>
    session.transaction(async (tx) => {
      if ((await rules.updateRule(tx, ref, { ...rule, resets })) === 0) return false
      await rules.insertEvent(tx, ref, event)
      return true
    }),
  remove: (ref, id, event) =>
    session.transaction(async (tx) => {
      if ((await rules.deleteRule(tx, ref, id)) === 0) return false
      await rules.insertEvent(tx, ref, event)
      return true
    }),
  save: (ref, { updates, messagesFor }) =>
    session.transaction(async (tx) => {
      const updated = new Set<string>()
      for (const update of updates) {
        if ((await rules.updateStatus(tx, ref, update)) === 0) continue
        updated.add(update.id)
        for (const event of update.events) await rules.insertEvent(tx, ref, event)
      }
      for (const message of messagesFor(updated)) await channels.insertMessage(tx, ref, message)
    }),
  events: (ref, filter) => rules.listEventRows(session, ref, filter),
})

const channelRecords = ({ session }: RecordsDeps): AlertRecords['channels'] => ({
  list: (ref) => channels.listChannelRows(session, ref),
  add: (ref, channel, max) =>
    session.transaction(async (tx) => {
      await rules.lockProject(tx, ref)
      return (await channels.insertChannel(tx, ref, channel, max)) > 0
    }),
  change: async (ref, channel) => (await channels.updateChannel(session, ref, channel)) > 0,
  remove: (ref, id) =>
    session.transaction(async (tx) => {
      if ((await channels.deleteChannel(tx, ref, id)) === 0) return false
      await channels.removeFromRules(tx, ref, id)
      return true
    }),
})

const messageRecords = ({ session }: RecordsDeps): AlertRecords['messages'] => ({
  add: async (ref, message) => void (await channels.insertMessage(session, ref, message)),
  due: (ref, now, limit) => channels.listDueMessages(session, ref, now, limit),
  claim: async (ref, { id, attempts }, nextAt) =>
    (await channels.claimMessage(session, ref, { id, attempts, nextAt })) > 0,
  end: (ref, id, result) => channels.endMessage(session, ref, id, result),
  list: (ref, channelId, limit) => channels.listMessageRows(session, ref, channelId, limit),
  last: (ref) => channels.listLastMessages(session, ref),
  async forget(ref, before) {
    await rules.deleteOldEvents(session, ref, before)
    await channels.deleteOldMessages(session, ref, before)
  },
})

const queryRecords = ({ session }: RecordsDeps): AlertRecords['queries'] => ({
  list: (ref) => queries.listQueryRows(session, ref),
  add: (ref, query, max) =>
    session.transaction(async (tx) => {
      await rules.lockProject(tx, ref)
      return (await queries.insertQuery(tx, ref, { ...query, max })) > 0
    }),
  change: async (ref, query) => (await queries.updateQuery(session, ref, query)) > 0,
  setNextRun: async (ref, id, at) => void (await queries.updateNextRun(session, ref, id, at)),
  remove: async (ref, id) => (await queries.deleteQuery(session, ref, id)) > 0,
  beginRun: (ref, run) =>
    session.transaction(async (tx) => {
      await queries.failUnfinishedRuns(tx, ref, run)
      return (await queries.insertRun(tx, ref, run)) > 0
    }),
  endRun: (ref, { id, queryId, end, keep, message }) =>
    session.transaction(async (tx) => {
      if ((await queries.finishRun(tx, ref, id, end)) === 0) return
      await queries.deleteOldRuns(tx, ref, queryId, keep)
      if (message) await channels.insertMessage(tx, ref, message)
    }),
  runs: (ref, queryId) => queries.listRunRows(session, ref, queryId),
  run: (ref, queryId, id) => queries.findRun(session, ref, { queryId, id }),
})

const peopleRecords = ({ session, permissions }: RecordsDeps): AlertRecords['people'] => ({
  emails: (ref, who) => people.listEmails(session, ref, who === 'owners' ? OWNERS : MEMBERS),
  async mayUse(ref, userId, permission) {
    const member = await people.findRoleOf(session, ref, userId)
    return member !== undefined && permissions.isAllowed(member.role, permission)
  },
  notifyOwners: (ref, { isFiring, title, text, link, at }) =>
    session.transaction(async (tx) => {
      const project = await people.findProject(tx, ref)
      if (!project) return
      await notifyRoles(
        tx,
        { organizationId: project.organization_id, roles: OWNERS, except: null },
        {
          at,
          note: () => ({
            kind: isFiring ? 'alert_firing' : 'alert_resolved',
            priority: isFiring ? 'critical' : 'info',
            title,
            text,
            link,
          }),
        },
      )
    }),
  projectName: async (ref) => (await people.findProject(session, ref))?.name ?? ref,
})
