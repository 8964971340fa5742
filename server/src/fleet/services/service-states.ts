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

type ServiceStatesDeps = {
  readonly services: readonly Service[]
  readonly project: Project
  /** Services whose migrations failed, by name; these services are not started. */
  readonly migrationFaults: ReadonlyMap<string, AppError>
  readonly clock: Clock
  readonly log: Log
}

type RunningServices = Omit<ServiceStatesDeps, 'migrationFaults'> & {
  readonly states: Map<string, State>
  /** The result of each service's last check. */
  readonly checked: Map<string, ServiceFault>
  isStopping: boolean
}

export function createServiceStates({
  migrationFaults,
  ...deps
}: ServiceStatesDeps): ServiceStates {
  const { services } = deps
  const running: RunningServices = {
    ...deps,
    states: new Map(
      services.map(({ name }): [string, State] => {
        const fault = migrationFaults.get(name)
        return [name, fault ? { kind: 'failed', fault, at: undefined } : { kind: 'new' }]
      }),
    ),
    checked: new Map(),
    isStopping: false,
  }
  return {
    async start() {
      const begun = services
        .filter(({ name }) => running.states.get(name)?.kind === 'new')
        .map((service) => begin(running, service))
      // A slower service is reported as starting until it is ready.
      await withDeadline(START_DEADLINE_MS, () => Promise.all(begun)).catch(() => {})
    },
    async stop() {
      running.isStopping = true
      await Promise.all(services.map((service) => end(running, service)))
    },
    faultOf: (name) => faultNow(running, name),
    lastFaultOf: (name) => faultNow(running, name) ?? running.checked.get(name),
    check() {
      const checkDatabase = createDatabaseCheck(services, running.project)
      return Promise.all(
        services.map(async (service) => ({
          service,
          fault: faultOf(running, service) ?? (await checkNow(running, service, checkDatabase)),
        })),
      )
    },
    settingsChanged: (section) => passSettings(running, section),
  }
}

function begin(running: RunningServices, service: Service): Promise<void> {
  const { states, log, clock, project } = running
  const done = launch(running, service).then(
    () => settle(running, service, { kind: 'up' }),
    (cause: unknown) => {
      log.error({ ref: project.ref, service: service.name, err: cause }, 'A service did not start.')
      const fault = unavailable(service, cause)
      settle(running, service, { kind: 'failed', fault, at: clock.now().getTime() })
    },
  )
  states.set(service.name, { kind: 'starting', done })
  return done
}

async function launch({ project }: RunningServices, service: Service): Promise<void> {
  await service.start?.(project)
}

function settle({ states, isStopping }: RunningServices, service: Service, state: State): void {
  if (!isStopping) states.set(service.name, state)
}

async function end({ project, log }: RunningServices, service: Service): Promise<void> {
  try {
    await withDeadline(STOP_DEADLINE_MS, async () => service.stop?.(project))
  } catch (err) {
    // A service that fails to stop must not keep the database running.
    log.error({ err, ref: project.ref, service: service.name }, 'A service did not stop.')
  }
}

/** Restarts a service that failed a while ago. */
function retry(running: RunningServices, service: Service): void {
  const { states, clock } = running
  const state = states.get(service.name)
  if (running.isStopping || state?.kind !== 'failed' || state.at === undefined) return
  if (clock.now().getTime() - state.at < RETRY_PAUSE_MS) return
  void end(running, service).then(() => {
    if (!running.isStopping && states.get(service.name)?.kind !== 'starting')
      void begin(running, service)
  })
  states.set(service.name, { ...state, at: clock.now().getTime() })
}

function faultOf({ states }: RunningServices, service: Service): ServiceFault {
  const state = states.get(service.name)
  if (state?.kind === 'failed') return state.fault
  return state?.kind === 'starting' ? starting(service) : undefined
}

function faultNow(running: RunningServices, name: string): ServiceFault {
  const service = running.services.find((candidate) => candidate.name === name)
  if (!service) return undefined
  retry(running, service)
  return faultOf(running, service)
}

async function checkNow(
  { project, checked }: RunningServices,
  service: Service,
  checkDatabase: (service: Service) => Promise<void>,
): Promise<ServiceFault> {
  const fault = await withDeadline(CHECK_DEADLINE_MS, async () => {
    await checkDatabase(service)
    await service.check?.(project)
  }).then(
    () => undefined,
    (cause: unknown) => unavailable(service, cause),
  )
  checked.set(service.name, fault)
  return fault
}

function passSettings({ services, project, log }: RunningServices, section: SettingsSection): void {
  for (const service of services)
    if (service.settings?.name === section.name)
      try {
        service.settingsChanged?.(project)
      } catch (err) {
        log.error(
          { err, ref: project.ref, service: service.name },
          'A service rejected its new settings.',
        )
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
