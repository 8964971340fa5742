import { perProject } from '../../project/per-project.ts'
import type { Service } from '../../project/service.ts'
import { createCollector, type CollectorDeps } from './collector.ts'
import { memberRoutes } from './member-routes.ts'
import { readRegularly } from './read-regularly.ts'

export type QueryPerformanceDeps = CollectorDeps

/** Statistics of every project's queries, which outlive a restart of its Postgres. */
export function createQueryPerformance(deps: QueryPerformanceDeps): Service {
  const collector = createCollector(deps)
  const readings = perProject((project) => readRegularly(collector, project))
  return {
    name: 'query-performance',
    title: 'Query performance',
    database: { roles: ['postgres'] },
    permissions: {
      'query_performance:read': ['owner', 'administrator', 'developer', 'read_only'],
      'query_performance:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [{ needs: 'database', routes: memberRoutes({ ...deps, collector }) }],
    start(project) {
      readings(project)
    },
    async stop(project) {
      await readings.drop(project)?.stop()
    },
  }
}
