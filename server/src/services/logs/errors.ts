import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { AppError } from '../../lib/errors.ts'

export const rangeInvalid = () =>
  new AppError('log_range_invalid', 'The end of the time range is not after its start.', {
    status: 400,
    hint: 'Choose a range that ends after it starts and is no longer than 100 days.',
  })

export const filterInvalid = (field: string, reason: string) =>
  new AppError('log_filter_invalid', `The filter on ${field} cannot be used: ${reason}.`, {
    status: 400,
    hint: 'Change or remove the filter.',
  })

export const eventNotFound = (source: LogSourceName) =>
  new AppError('log_event_not_found', `This event is not in ${source}.`, {
    status: 404,
    hint: 'It may be older than the log retention. Reload the list of events.',
  })

export const analyticsRangeInvalid = (reason: string) =>
  new AppError('log_range_invalid', reason, {
    status: 400,
    hint: 'Set iso_timestamp_start and iso_timestamp_end to times at most 24 hours apart.',
  })
