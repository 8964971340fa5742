import * as channelContract from '@stoa/contract/services/alerts/channels'
import * as queryContract from '@stoa/contract/services/alerts/queries'
import * as contract from '@stoa/contract/services/alerts/rules'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import {
  createChannel,
  deleteChannel,
  listChannels,
  listMessages,
  testChannel,
  updateChannel,
  type ChannelsDeps,
} from './channels.ts'
import { createRule, deleteRule, listEvents, listRules, snoozeRule, updateRule } from './rules.ts'
import {
  createQuery,
  deleteQuery,
  listQueries,
  listRuns,
  readRun,
  runNow,
  updateQuery,
} from './scheduled-queries.ts'

const record = (request: FastifyRequest, action: string, target: string) =>
  request.recordAudit({ action, target })

/** No route needs the database: everything can be read and changed while the project is asleep. */
export const memberRoutes = (deps: ChannelsDeps): readonly Route[] => [
  ...ruleRoutes(deps),
  ...channelRoutes(deps),
  ...queryRoutes(deps),
]

const ruleRoutes = (deps: ChannelsDeps): readonly Route[] => [
  route(contract.listAlertRules).to(({ params: { ref } }) => listRules(deps, ref)),
  route(contract.listAlertEvents).to(({ params: { ref }, query }) => listEvents(deps, ref, query)),
  route(contract.createAlertRule).to(async ({ params: { ref }, request, body }) => {
    const rule = await createRule(deps, ref, { member: request.member, settings: body })
    await record(request, 'alert.create', rule.name)
    return rule
  }),
  route(contract.updateAlertRule).to(async ({ params: { ref, id }, request, body }) => {
    const rule = await updateRule(deps, ref, { id, member: request.member, change: body })
    await record(request, 'alert.update', rule.name)
    return rule
  }),
  route(contract.snoozeAlertRule).to(async ({ params: { ref, id }, request, body: { until } }) => {
    const rule = await snoozeRule(deps, ref, { id, member: request.member, until })
    await record(request, until === null ? 'alert.unsnooze' : 'alert.snooze', rule.name)
    return rule
  }),
  route(contract.deleteAlertRule).to(async ({ params: { ref, id }, request }) => {
    const name = await deleteRule(deps, ref, { id, member: request.member })
    await record(request, 'alert.delete', name)
    return {}
  }),
]

const channelRoutes = (deps: ChannelsDeps): readonly Route[] => [
  route(channelContract.listAlertChannels).to(({ params: { ref } }) => listChannels(deps, ref)),
  route(channelContract.listAlertRecipients).to(({ params: { ref } }) =>
    deps.records().people.emails(ref, 'members'),
  ),
  route(channelContract.listAlertMessages).to(({ params: { ref, id } }) =>
    listMessages(deps, ref, id),
  ),
  route(channelContract.createAlertChannel).to(async ({ params: { ref }, request, body }) => {
    const created = await createChannel(deps, ref, body)
    await record(request, 'alert_channel.create', body.name)
    return created
  }),
  route(channelContract.updateAlertChannel).to(async ({ params: { ref, id }, request, body }) => {
    const channel = await updateChannel(deps, ref, { id, change: body })
    await record(request, 'alert_channel.update', channel.name)
    return channel
  }),
  route(channelContract.deleteAlertChannel).to(async ({ params: { ref, id }, request }) => {
    await record(request, 'alert_channel.delete', await deleteChannel(deps, ref, id))
    return {}
  }),
  route(channelContract.testAlertChannel).to(async ({ params: { ref, id }, request }) => {
    const { message, name } = await testChannel(deps, ref, id)
    await record(request, 'alert_channel.test', name)
    return message
  }),
]

const queryRoutes = (deps: ChannelsDeps): readonly Route[] => [
  route(queryContract.listScheduledQueries).to(({ request }) =>
    listQueries(deps, request.storedProject),
  ),
  route(queryContract.createScheduledQuery).to(async ({ request, body }) => {
    const { storedProject, member } = request
    const query = await createQuery(deps, storedProject, { member, settings: body })
    await record(request, 'scheduled_query.create', query.name)
    return query
  }),
  route(queryContract.updateScheduledQuery).to(async ({ params: { id }, request, body }) => {
    const { storedProject, member } = request
    const query = await updateQuery(deps, storedProject, { id, member, change: body })
    await record(request, 'scheduled_query.update', query.name)
    return query
  }),
  route(queryContract.deleteScheduledQuery).to(async ({ params: { id }, request }) => {
    const name = await deleteQuery(deps, request.storedProject, id)
    await record(request, 'scheduled_query.delete', name)
    return {}
  }),
  route(queryContract.runScheduledQuery).to(async ({ params: { id }, request }) => {
    await record(request, 'scheduled_query.run', await runNow(deps, request.storedProject, id))
    return {}
  }),
  route(queryContract.listQueryRuns).to(({ params: { id }, request }) =>
    listRuns(deps, request.storedProject, id),
  ),
  route(queryContract.readQueryRun).to(({ params: { id, run_id: runId }, request }) =>
    readRun(deps, request.storedProject, { id, runId }),
  ),
]
