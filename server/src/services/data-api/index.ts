import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { addRoutes } from './routes.ts'

export type DataApiDeps = {
  readonly clock: Clock
  /** Told of failures that are ours; quiet when absent. */
  readonly log?: Log
}

/** The PostgREST-compatible API of every project's tables, views and functions. */
export function createDataApi({ clock, log = silentLog }: DataApiDeps): Service {
  const pipelines = new WeakMap<Project, Pipeline>()
  const pipelineOf = (project: Project): Pipeline => {
    let pipeline = pipelines.get(project)
    if (!pipeline) pipelines.set(project, (pipeline = createPipeline(project, clock)))
    return pipeline
  }
  return {
    name: 'rest',
    publicRoutes: (app) => addRoutes(app, pipelineOf, log),
    migrations: { owner: 'data-api', folder: new URL('migrations/', import.meta.url) },
    start(project) {
      // Not waited for: the first request joins the reading that is under way, and tells if it fails.
      const reading = pipelineOf(project).schema.current()
      if (reading instanceof Promise) reading.catch(() => {})
    },
    async stop(project) {
      const pipeline = pipelines.get(project)
      pipelines.delete(project)
      await pipeline?.schema.close()
    },
  }
}
