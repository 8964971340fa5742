import * as contract from '@stoa/contract/services/advisors/advisors'
import type { AdvisorCategory } from '@stoa/contract/services/advisors/advisors'
import { route, type Route } from '../../lib/http.ts'
import type { Project } from '../../project/project.ts'
import { RULES, type Advisors } from './advisors.ts'
import { applyFix, previewFix } from './fixes.ts'
import { toManagedLint } from './managed.ts'

type RouteDeps = {
  readonly advisors: Advisors
  readonly protectedSchemas: readonly string[]
  /** The dashboard's address, without a trailing slash. */
  readonly dashboardUrl: () => string
}

/** The routes that need no database. */
export const recordRoutes = ({ advisors }: RouteDeps): readonly Route[] => [
  route(contract.readAdvisorReport).to(({ request }) => advisors.readReport(request.storedProject)),
  route(contract.readAdvisorSummary).to(({ request }) =>
    advisors.readSummary(request.storedProject),
  ),
  route(contract.listAdvisorRules).to(() => [...RULES]),
  route(contract.ignoreFinding).to(async ({ request, body }) => {
    const ignored = await advisors.ignore(request.storedProject, request.member, body)
    await request.recordAudit({
      action: 'advisor.ignore',
      target: body.cache_key ?? body.rule,
      metadata: { reason: body.reason },
    })
    return ignored
  }),
  route(contract.restoreFinding).to(async ({ request, params }) => {
    await advisors.restore(request.storedProject, params.id)
    await request.recordAudit({ action: 'advisor.restore', target: params.id })
    return {}
  }),
]

/** The routes that read or change the database. */
export function databaseRoutes(deps: RouteDeps): readonly Route[] {
  const { advisors } = deps
  const managed = async (project: Project, category: AdvisorCategory) => {
    const report = await advisors.run(project)
    const url = `${deps.dashboardUrl()}/project/${project.ref}/advisors/rules/${category}`
    return advisors.shown(report, category).map((finding) => toManagedLint(finding, url))
  }
  return [
    route(contract.runAdvisors).to(({ request }) => advisors.run(request.project)),
    route(contract.previewFix).to(({ request, body }) =>
      previewFix(deps, request.project, body.cache_key),
    ),
    route(contract.applyFix).to(async ({ request, body }) => {
      const { project, member } = request
      const { title } = await applyFix(deps, {
        project,
        member,
        cacheKey: body.cache_key,
        statements: body.statements,
      })
      await request.recordAudit({
        action: 'advisor.fix',
        target: body.cache_key,
        metadata: { change: title },
      })
      return advisors.run(project)
    }),
    route(contract.readManagedSecurityLints).to(async ({ request, query }) => {
      const lints = await managed(request.project, 'security')
      const isSql = new Set(
        RULES.filter(({ source }) => source === 'database').map(({ name }) => name),
      )
      return {
        lints: query.lint_type === 'sql' ? lints.filter(({ name }) => isSql.has(name)) : lints,
      }
    }),
    route(contract.readManagedPerformanceLints).to(async ({ request }) => ({
      lints: await managed(request.project, 'performance'),
    })),
  ]
}
