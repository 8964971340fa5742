import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'
import { datadogReceiver } from './datadog.ts'
import { lokiReceiver } from './loki.ts'
import { otlpReceiver } from './otlp.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'
import { s3Receiver } from './s3.ts'
import { sentryReceiver } from './sentry.ts'
import { syslogReceiver } from './syslog.ts'
import { webhookReceiver } from './webhook.ts'

/** The receiver of a drain with these settings. */
export function createReceiver(deps: ReceiverDeps, { type, config }: LogDrainConfig): Receiver {
  switch (type) {
    case 'webhook':
      return webhookReceiver(deps, config)
    case 'datadog':
      return datadogReceiver(deps, config)
    case 'loki':
      return lokiReceiver(deps, config)
    case 'otlp':
      return otlpReceiver(deps, config)
    case 'sentry':
      return sentryReceiver(deps, config)
    case 's3':
      return s3Receiver(deps, config)
    case 'syslog':
      return syslogReceiver(deps, config)
  }
}
