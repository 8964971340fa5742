import type { AlertRule } from '@stoa/contract/services/alerts/rules'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import {
  useAlertRules,
  useDeleteAlertRule,
  useSnoozeAlertRule,
  useUpdateAlertRule,
} from '../../data/resources/services/alerts/rules.ts'
import { useScheduledQueries } from '../../data/resources/services/alerts/queries.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EditRuleSheet, NewRuleSheet } from './rule-sheets.tsx'
import { RuleTable, type RuleAction } from './rule-table.tsx'

const HOUR_MS = 3_600_000
const SNOOZES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

/** The alerts of a project with their states. */
export function AlertsPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('alerts:write')
  const { panel, open, close } = useOpenPanel(['new', 'edit'])
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Alerts"
      product="reports"
      description="Conditions that are checked once a minute, or every five minutes while the project sleeps, without waking it."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => open('new')}>
            New alert
          </Button>
        )
      }
      needs={['alerts:read']}
      forbidden="This page lists the project’s alerts."
    >
      <Rules projectRef={projectRef} canWrite={canWrite} onEdit={(id) => open('edit', id)} />
      {panel?.kind === 'new' && canWrite && (
        <NewRuleSheet projectRef={projectRef} onClose={close} />
      )}
      {panel?.kind === 'edit' && canWrite && (
        <EditedRule projectRef={projectRef} id={panel.id} onClose={close} />
      )}
    </ProjectPage>
  )
}

type RulesProps = { projectRef: string; canWrite: boolean; onEdit: (id: string) => void }

function Rules({ projectRef, canWrite, onEdit }: RulesProps) {
  const rules = useAlertRules(projectRef)
  const queries = useScheduledQueries(projectRef)
  const navigate = useNavigate()
  const update = useUpdateAlertRule(projectRef)
  const snooze = useSnoozeAlertRule(projectRef)
  const remove = useDeleteAlertRule(projectRef)
  const [deleted, setDeleted] = useState<AlertRule>()
  const act = (action: RuleAction, rule: AlertRule) => {
    const { id } = rule
    if (action === 'edit') return onEdit(id)
    if (action === 'delete') return setDeleted(rule)
    if (action === 'switch') return update.mutate({ id, enabled: !rule.enabled })
    if (action === 'unsnooze') return snooze.mutate({ id, until: null })
    if (action === 'history')
      return void navigate({
        to: '/project/$ref/alerts/history',
        params: { ref: projectRef },
        search: { rule: id },
      })
    const until = new Date(Date.now() + SNOOZES[action]).toISOString()
    return snooze.mutate({ id, until })
  }
  return (
    <>
      <QueryList
        label="alerts"
        query={rules}
        empty={{
          title: 'No alerts yet',
          description:
            'An alert tells your team when a metric or the result of a query needs attention.',
        }}
      >
        {(items) => (
          <RuleTable
            rules={items}
            queryName={(id) => queries.data?.find((query) => query.id === id)?.name}
            canWrite={canWrite}
            onAction={act}
          />
        )}
      </QueryList>
      <RemovalDialog
        action="Delete"
        noun="alert"
        item={deleted}
        description="Messages that are not sent yet are still delivered. This can’t be undone."
        removal={remove}
        onClose={() => setDeleted(undefined)}
      />
    </>
  )
}

function EditedRule({
  projectRef,
  id,
  onClose,
}: {
  projectRef: string
  id: string
  onClose: () => void
}) {
  const rules = useAlertRules(projectRef)
  const rule = rules.data?.find((each) => each.id === id)
  return rule ? <EditRuleSheet projectRef={projectRef} rule={rule} onClose={onClose} /> : null
}
