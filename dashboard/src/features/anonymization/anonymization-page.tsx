import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { Link } from '@tanstack/react-router'
import { QueryList } from '../../components/list/query-list.tsx'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import {
  useAnonymizableColumns,
  useAnonymization,
  useSaveAnonymization,
} from '../../data/resources/platform/anonymization.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { RuleSheet, type SavingCallbacks } from './rule-sheet.tsx'
import { describeRule, nameOfColumn } from './rule-words.ts'
import { Suggestions } from './suggestions.tsx'

/** The columns whose values are replaced in anonymized branches. */
export function AnonymizationPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const isBranch = project !== undefined && project.parent_project_ref !== null
  const canChange = can('branch:manage') && !isBranch
  const { panel, open, close } = useOpenPanel(['new', 'edit'])
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Anonymization"
      product="database"
      description="The columns that get new values in anonymized branches, before anybody can connect to them."
      action={
        canChange && (
          <Button variant="primary" onClick={() => open('new')}>
            Add rule
          </Button>
        )
      }
      needs={['branch:read']}
      forbidden="This page lists the rules for anonymized branches."
    >
      {isBranch && (
        <Callout title="These are the rules of the project" className="mb-4">
          They apply to all of its branches. Open the project to change them.
        </Callout>
      )}
      <Rules
        projectRef={projectRef}
        isBranch={isBranch}
        canChange={canChange}
        panel={panel}
        onOpen={open}
        onClose={close}
      />
    </ProjectPage>
  )
}

type RulesProps = {
  projectRef: string
  isBranch: boolean
  canChange: boolean
  panel: { kind: 'new' | 'edit'; id: string } | undefined
  onOpen: (kind: 'new' | 'edit', id?: string) => void
  onClose: () => void
}

type RuleRow = { id: string; rule: AnonymizeRule }

function Rules({ projectRef, isBranch, canChange, panel, onOpen, onClose }: RulesProps) {
  const query = useAnonymization(projectRef)
  const columns = useAnonymizableColumns(isBranch ? undefined : projectRef)
  const save = useSaveAnonymization(projectRef)
  const rules = query.data?.rules ?? []
  const named = new Set(rules.map(nameOfColumn))
  const free = (columns.data ?? []).filter((column) => !named.has(nameOfColumn(column)))
  const suggestions = free.flatMap(({ suggestion }) => suggestion ?? [])
  const edited =
    panel?.kind === 'edit' ? rules.find((rule) => nameOfColumn(rule) === panel.id) : undefined
  const saveOne = (rule: AnonymizeRule, options: SavingCallbacks) =>
    save.mutate(
      [...rules.filter((each) => nameOfColumn(each) !== nameOfColumn(rule)), rule],
      options,
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {query.data && !isBranch && (
        <Suggestions
          suggestions={suggestions}
          isAdding={save.isPending}
          onAdd={canChange ? () => save.mutate([...rules, ...suggestions]) : undefined}
        />
      )}
      <QueryList
        label="rules"
        query={{
          ...query,
          data: query.data && rules.map((rule): RuleRow => ({ id: nameOfColumn(rule), rule })),
        }}
        empty={{
          title: 'No rules yet',
          description: 'Without rules, a branch with data has the personal data of the project.',
        }}
      >
        {(items) => (
          <RecordTable
            label="Rules"
            items={items}
            nameOf={({ id }) => id}
            columns={columnsOf(canChange ? (id) => onOpen('edit', id) : undefined)}
            {...(canChange && {
              actions: ({ id }: RuleRow) => [
                { label: 'Change', onSelect: () => onOpen('edit', id) },
                {
                  label: 'Remove rule',
                  variant: 'danger' as const,
                  onSelect: () => save.mutate(rules.filter((rule) => nameOfColumn(rule) !== id)),
                },
              ],
            })}
          />
        )}
      </QueryList>
      <p className="text-muted">
        A branch whose rules can’t be applied fails with the reason, and nobody can connect to it.
        Rules do not change stored files and what people wrote into other columns.{' '}
        <Link
          to="/project/$ref/branches"
          params={{ ref: projectRef }}
          className="text-accent-text underline-offset-2 hover:underline"
        >
          Branches
        </Link>
      </p>
      {canChange && (panel?.kind === 'new' || edited) && query.data && (
        <RuleSheet
          key={panel?.id}
          rule={edited}
          columns={free}
          saving={{ isPending: save.isPending, error: save.error, mutate: saveOne }}
          onClose={onClose}
        />
      )}
    </div>
  )
}

const columnsOf = (
  onOpen: ((id: string) => void) | undefined,
): readonly RecordColumn<RuleRow>[] => [
  {
    header: 'Column',
    cell: ({ id, rule: { schema, table, column } }) => (
      <>
        {onOpen ? (
          <NameButton className="font-mono" onClick={() => onOpen(id)}>
            {column}
          </NameButton>
        ) : (
          <code className="break-all">{column}</code>
        )}
        <div className="truncate font-mono text-xs text-muted" title={`${schema}.${table}`}>
          {schema}.{table}
        </div>
      </>
    ),
  },
  {
    header: 'New values',
    className: 'w-40 sm:w-64',
    textClassName: 'truncate text-muted',
    cell: ({ rule }) => describeRule(rule),
  },
]
