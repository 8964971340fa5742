import type { SettingsSection } from '@stoa/contract/settings-section'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createDatabaseCheck } from './database-check.ts'

/** Why a service is unavailable on a running project; undefined when it is healthy. */
export type ServiceFault = AppError | undefined

/** The services of one running project. A failure of one does not affect the others. */
export type ServiceStates = {
  /** Starts every service in parallel. Never rejects; waits at most 10 seconds for the slowest. */
  start(): Promise<void>
  /** Stops every service, including those that failed to start. Never rejects. */
  stop(): Promise<void>
  /** Why a service cannot be used now. A call restarts a failed service, every 10 s at most. */
  faultOf(service: string): ServiceFault
  /** Same as above; if the service runs, includes the result of the last check. */
  lastFaultOf(service: string): ServiceFault
  /** Checks the health of every service, in declaration order. */
  check(): Promise<readonly { readonly service: Service; readonly fault: ServiceFault }[]>
  /** Notifies the service that owns these settings that they have changed. */
  settingsChanged(section: SettingsSection): void
}

const START_DEADLINE_MS = 10_000
const STOP_DEADLINE_MS = 5000
const CHECK_DEADLINE_MS = 3000
/** How long to wait before a failed service is started again, in milliseconds. */
const RETRY_PAUSE_MS = 10_000

type State =
  | { readonly kind: 'new' | 'up' }
  | { readonly kind: 'starting'; readonly done: Promise<void> }
  /** `at` is the time of failure. Undefined: a migration failed, and only a wake retries it. */
  | { readonly kind: 'failed'; readonly fault: AppError; readonly at: number | undefined }

export function createServiceStates({
  services,
  project,
  migrationFaults,
  clock,
  log,
}: {
  readonly services: readonly Service[]
  readonly project: Project
  /** Services whose migrations failed, by name; these services are not started. */
  readonly migrationFaults: ReadonlyMap<string, AppError>
  readonly clock: Clock
  readonly log: Log
}): ServiceStates {
  const { ref } = project
  let isStopping = false
  const states = new Map<string, State>(
    services.map(({ name }) => {
      const fault = migrationFaults.get(name)
      return [name, fault ? { kind: 'failed', fault, at: undefined } : { kind: 'new' }]
    }),
  )

  const checked = new Map<string, ServiceFault>()

  function begin(service: Service): Promise<void> {
    const done = launch(service).then(
      () => settle(service, { kind: 'up' }),
      (cause: unknown) => {
        log.error({ ref, service: service.name, err: cause }, 'A service did not start.')
        const fault = unavailable(service, cause)
        settle(service, { kind: 'failed', fault, at: clock.now().getTime() })
      },
    )
    states.set(service.name, { kind: 'starting', done })
    return done
  }

  async function launch(service: Service): Promise<void> {
    await service.start?.(project)
  }

  function settle(service: Service, state: State): void {
    if (!isStopping) states.set(service.name, state)
  }

  async function end(service: Service): Promise<void> {
    try {
      await withDeadline(STOP_DEADLINE_MS, async () => service.stop?.(project))
    } catch (err) {
      // A service that fails to stop must not keep the database running.
      log.error({ err, ref, service: service.name }, 'A service did not stop.')
    }
  }

  function retry(service: Service): void {
    const state = states.get(service.name)
    if (isStopping || state?.kind !== 'failed' || state.at === undefined) return
    if (clock.now().getTime() - state.at < RETRY_PAUSE_MS) return
    void end(service).then(() => {
      if (!isStopping && states.get(service.name)?.kind !== 'starting') void begin(service)
    })
    states.set(service.name, { ...state, at: clock.now().getTime() })
  }

  function faultOf(service: Service): ServiceFault {
    const state = states.get(service.name)
    if (state?.kind === 'failed') return state.fault
    return state?.kind === 'starting' ? starting(service) : undefined
  }

  function faultNow(name: string): ServiceFault {
    const service = services.find((candidate) => candidate.name === name)
    if (!service) return undefined
    retry(service)
    return faultOf(service)
  }

  return {
    async start() {
      const begun = services
        .filter(({ name }) => states.get(name)?.kind === 'new')
        .map((service) => begin(service))
      // A slower service is reported as starting until it is ready.
      await withDeadline(START_DEADLINE_MS, () => Promise.all(begun)).catch(() => {})
    },
    async stop() {
      isStopping = true
      await Promise.all(services.map(end))
    },
    faultOf: faultNow,
    lastFaultOf: (name) => faultNow(name) ?? checked.get(name),
    check() {
      const checkDatabase = createDatabaseCheck(services, project)
      return Promise.all(
        services.map(async (service) => {
          const known = faultOf(service)
          if (known) return { service, fault: known }
          const fault = await withDeadline(CHECK_DEADLINE_MS, async () => {
            await checkDatabase(service)
            await service.check?.(project)
          }).then(
            () => undefined,
            (cause: unknown) => unavailable(service, cause),
          )
          checked.set(service.name, fault)
          return { service, fault }
        }),
      )
    },
    settingsChanged(section) {
      for (const service of services)
        if (service.settings?.name === section.name)
          try {
            service.settingsChanged?.(project)
          } catch (err) {
            log.error({ err, ref, service: service.name }, 'A service rejected its new settings.')
          }
    },
  }
}

/** 503 `service_unavailable`, with the service's own message if it threw an `AppError`. */
export function unavailable(service: Service, cause: unknown): AppError {
  const reason = cause instanceof AppError ? `: ${cause.message}` : '.'
  return new AppError(
    'service_unavailable',
    `The ${service.title} service is not available${reason}`,
    {
      status: 503,
      hint:
        (cause instanceof AppError ? cause.hint : undefined) ??
        'Try again in a few seconds. If it happens again, restart the project; the server log contains the reason.',
      retryAfter: 10,
      cause,
    },
  )
}

const starting = (service: Service) =>
  new AppError('service_unavailable', `The ${service.title} service is still starting.`, {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 2,
  })
