import { MAX_METRICS_PER_REQUEST } from '@stoa/contract/services/reports/reports'
import { AppError } from '../../lib/errors.ts'

export const rangeInvalid = () =>
  new AppError('report_range_invalid', 'The end of the time range is not after its start.', {
    status: 400,
    hint: 'Choose a range that ends after it starts.',
  })

export const metricUnknown = (name: string) =>
  new AppError('metric_unknown', `There is no metric named ${name.slice(0, 100)}.`, {
    status: 400,
    hint: 'Use names such as connections or gateway.requests, separated by commas.',
  })

export const tooManyMetrics = () =>
  new AppError(
    'too_many_metrics',
    `A request can read at most ${MAX_METRICS_PER_REQUEST} metrics.`,
    { status: 400, hint: 'Send further requests for the other metrics.' },
  )
