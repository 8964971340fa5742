import { AppError } from '../../lib/errors.ts'

export const ruleNotFound = () =>
  new AppError('alert_rule_not_found', 'The alert no longer exists.', {
    status: 404,
    hint: 'Reload the page. Somebody may have deleted it.',
  })

export const channelNotFound = () =>
  new AppError('alert_channel_not_found', 'The channel no longer exists.', {
    status: 404,
    hint: 'Reload the page. Somebody may have deleted it.',
  })

export const queryNotFound = () =>
  new AppError('scheduled_query_not_found', 'The scheduled query no longer exists.', {
    status: 404,
    hint: 'Reload the page. Somebody may have deleted it.',
  })

export const runNotFound = () =>
  new AppError('query_run_not_found', 'The run no longer exists.', {
    status: 404,
    hint: 'Only the last runs are kept. Reload the list of runs.',
  })

export const tooManyRules = (max: number) =>
  new AppError('too_many_alert_rules', `A project can have at most ${max} alerts.`, {
    status: 409,
    hint: 'Delete an alert that is no longer used.',
  })

export const tooManyChannels = (max: number) =>
  new AppError('too_many_alert_channels', `A project can have at most ${max} channels.`, {
    status: 409,
    hint: 'Delete a channel that is no longer used.',
  })

export const tooManyQueries = (max: number) =>
  new AppError(
    'too_many_scheduled_queries',
    `A project can have at most ${max} scheduled queries.`,
    { status: 409, hint: 'Delete a scheduled query that is no longer used.' },
  )

export const channelMissing = () =>
  new AppError('alert_channel_missing', 'A selected channel no longer exists.', {
    status: 422,
    hint: 'Reload the page and select the channels again.',
  })

export const queryMissing = () =>
  new AppError('alert_query_missing', 'The selected query no longer exists.', {
    status: 422,
    hint: 'Reload the page and select a query.',
  })

export const recipientUnknown = (email: string) =>
  new AppError('alert_recipient_unknown', `${email} is not a member of the organization.`, {
    status: 422,
    hint: 'Select a member, or invite this person first.',
  })

export const queryInUse = (rule: string) =>
  new AppError('scheduled_query_in_use', `The alert “${rule}” uses this query.`, {
    status: 409,
    hint: 'Delete the alert or select another query in it.',
  })

export const changedMeanwhile = () =>
  new AppError('alert_changed', 'Somebody else is changing this at the same time.', {
    status: 409,
    hint: 'Try again. Nothing was changed.',
  })

export const testTooSoon = (seconds: number) =>
  new AppError('alert_test_too_soon', 'A test message was sent to this channel just now.', {
    status: 429,
    hint: 'Wait a few seconds, then try again.',
    retryAfter: seconds,
  })

export const otherKind = () =>
  new AppError('alert_channel_kind', 'A channel cannot change its kind.', {
    status: 422,
    hint: 'Create another channel, then delete this one.',
  })

export const snoozeTooLong = (days: number) =>
  new AppError('alert_snooze_invalid', `A snooze ends in the next ${days} days.`, {
    status: 422,
    hint: 'Select an earlier time, or disable the alert.',
  })
