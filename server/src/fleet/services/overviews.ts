import {
  OverviewFigure,
  OverviewNotice,
  type ProjectOverview,
} from '@stoa/contract/platform/projects'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import type { Session, ServiceSession } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { Settings } from '../../project/settings.ts'

/** The projects' overviews: read from running databases, and from the records otherwise. */
export type Overviews = {
  /** `running` is undefined for a project that is asleep or paused. */
  read(
    ref: string,
    given: { readonly settings: Settings; readonly running: Project | undefined },
  ): Promise<ProjectOverview>
  /** Reads a running database and records the result. Never rejects. */
  measure(project: Project): Promise<void>
}

/** A reading this recent is reused. */
const FRESH_MS = 5000
/** If a database is busy for longer, its last reading is shown. */
const DEADLINE_MS = 2000

const Reading = z.object({
  figures: z.array(OverviewFigure),
  notices: z.array(OverviewNotice),
  sample_tables: z.array(z.string()),
})
type Reading = z.infer<typeof Reading>

const nothing: Reading = { figures: [], notices: [], sample_tables: [] }

export function createOverviews(deps: {
  readonly services: readonly Service[]
  readonly session: () => ServiceSession
  readonly clock: Clock
  readonly log: Log
}): Overviews {
  const { services, clock, log } = deps
  const now = () => clock.now().getTime()
  const measuring = new WeakMap<Project, { readonly at: number; readonly done: Promise<void> }>()

  function measure(project: Project): Promise<void> {
    const last = measuring.get(project)
    if (last && now() - last.at < FRESH_MS) return last.done
    const done = withDeadline(DEADLINE_MS, () => readAndRecord(project)).catch((error: unknown) => {
      measuring.delete(project)
      log.warn({ ref: project.ref, err: error }, 'Could not read the overview of a project.')
    })
    measuring.set(project, { at: now(), done })
    return done
  }

  async function readAndRecord(project: Project): Promise<void> {
    const parts = await Promise.all(services.map((service) => readOne(service, project)))
    const reading: Reading = {
      figures: parts.flatMap(({ figures }) => figures),
      notices: parts.flatMap(({ notices }) => notices),
      sample_tables: parts.flatMap((part) => part.sample_tables),
    }
    await saveOverview(deps.session(), project.ref, { reading, at: clock.now() })
  }

  /** A service that cannot be read does not affect the others' figures. */
  async function readOne({ name, overview }: Service, project: Project): Promise<Reading> {
    try {
      const {
        figures = [],
        notices = [],
        sampleTables = [],
      } = (await overview?.read?.(project)) ?? {}
      return {
        figures: figures.map((figure) => ({ service: name, ...figure })),
        notices: notices.map((notice) => ({ service: name, ...notice })),
        sample_tables: [...sampleTables],
      }
    } catch (error) {
      const { ref } = project
      log.warn({ ref, service: name, err: error }, 'Could not read a part of an overview.')
      return nothing
    }
  }

  return {
    measure,
    async read(ref, { settings, running }) {
      if (running) await measure(running)
      const stored = await findOverview(deps.session(), ref)
      const reading = Reading.safeParse(stored?.overview).data
      const notices = services.flatMap(({ name, overview }) =>
        (overview?.ofSettings?.(settings) ?? []).map((notice) => ({ service: name, ...notice })),
      )
      return {
        ...(reading ?? nothing),
        notices: [...(reading?.notices ?? []), ...notices],
        has_requests: stored?.has_requests ?? false,
        measured_at: (reading && stored?.overview_at?.toISOString()) ?? null,
      }
    },
  }
}

const OverviewRow = z.object({
  overview: z.unknown(),
  overview_at: z.date().nullable(),
  has_requests: z.boolean(),
})

const findOverview = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select overview, overview_at, exists (
        select from fleet.usage where usage.ref = instances.ref and meter like '%.requests'
      ) as has_requests
      from fleet.instances where ref = ${ref}`,
    OverviewRow,
  )

const saveOverview = (
  session: Session,
  ref: string,
  { reading, at }: { readonly reading: Reading; readonly at: Date },
) =>
  session.run(sql`
    update fleet.instances
    set overview = ${JSON.stringify(reading)}::jsonb, overview_at = ${at}
    where ref = ${ref} and status <> 'REMOVED'`)
