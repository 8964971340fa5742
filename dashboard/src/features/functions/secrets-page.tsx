import type { FunctionSecret } from '@stoa/contract/services/functions/members'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryList } from '../../components/list/query-list.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { Time } from '../../components/time.tsx'
import {
  useFunctionSecrets,
  useRemoveFunctionSecret,
} from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'

/** Environment variables that the platform sets for every function. */
const RESERVED = [
  'SUPABASE_URL',
  'SUPABASE_ANON_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_DB_URL',
  'SUPABASE_PUBLISHABLE_KEYS',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_JWKS',
  'SB_REGION',
  'SB_EXECUTION_ID',
  'DENO_DEPLOYMENT_ID',
]

/** The environment variables of a project's functions. Their values are never shown again. */
export function FunctionSecretsPage({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const [editing, setEditing] = useState<{ name: string }>()
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Secrets"
      product="functions"
      description="Environment variables of all functions. Values can’t be read again; the digest is their SHA-256 hash."
      action={
        can('secrets:write') && (
          <Button variant="primary" onClick={() => setEditing({ name: '' })}>
            Add secrets
          </Button>
        )
      }
      needs={['secrets:read']}
      forbidden="This page lists the functions’ secrets."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Secrets projectRef={projectRef} onEdit={(name) => setEditing({ name })} />
        <section className="grid gap-2">
          <h2 className="text-sm font-semibold">Set by the platform</h2>
          <p className="text-muted">Every function has these variables too.</p>
          <ul aria-label="Set by the platform" className="flex flex-wrap gap-x-4 gap-y-1">
            {RESERVED.map((name) => (
              <li key={name}>
                <code className="text-xs">{name}</code>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {editing && (
        <SecretsDialog
          projectRef={projectRef}
          name={editing.name}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ProjectPage>
  )
}

type SecretsProps = { projectRef: string; onEdit: (name: string) => void }

function Secrets({ projectRef, onEdit }: SecretsProps) {
  const can = useCan(projectRef)
  const secrets = useFunctionSecrets(projectRef)
  const remove = useRemoveFunctionSecret(projectRef)
  const [leaving, setLeaving] = useState<FunctionSecret>()
  const canWrite = can('secrets:write')
  return (
    <div>
      <QueryList
        label="secrets"
        query={secrets}
        empty={{
          title: 'No secrets yet',
          description:
            "Add API keys and passwords here instead of writing them in the code. Functions read them with Deno.env.get('NAME').",
        }}
      >
        {(items) => (
          <RecordTable
            label="Secrets"
            items={items.map((secret) => ({ ...secret, id: secret.name }))}
            nameOf={({ name }) => name}
            columns={COLUMNS}
            actionsClassName="w-28"
            renderButtons={
              canWrite
                ? (secret) => (
                    <>
                      <IconButton
                        label={`Change ${secret.name}`}
                        onClick={() => onEdit(secret.name)}
                      >
                        <Pencil className="size-3.5" />
                      </IconButton>
                      <IconButton
                        label={`Delete ${secret.name}`}
                        onClick={() => setLeaving(secret)}
                      >
                        <Trash2 className="size-3.5" />
                      </IconButton>
                    </>
                  )
                : undefined
            }
          />
        )}
      </QueryList>
      <RemovalDialog
        action="Delete"
        noun="secret"
        item={leaving && { id: leaving.name, name: leaving.name }}
        description="Functions that read this secret no longer find it. This can’t be undone."
        removal={remove}
        onClose={() => setLeaving(undefined)}
      />
    </div>
  )
}

const COLUMNS: readonly RecordColumn<FunctionSecret>[] = [
  { header: 'Name', textClassName: 'truncate font-mono', cell: ({ name }) => name },
  {
    header: 'Digest',
    className: 'hidden sm:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ digest }) => digest,
  },
  {
    header: 'Updated',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ updated_at }) => <Time date={updated_at} />,
  },
]
