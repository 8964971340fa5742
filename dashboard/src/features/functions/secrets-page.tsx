import type { FunctionSecret } from '@stoa/contract/services/functions/members'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
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
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
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
          <Table aria-label="Secrets" className="table-fixed">
            <TableHead>
              <TableRow>
                <TableHeader>Name</TableHeader>
                <TableHeader className="hidden sm:table-cell">Digest</TableHeader>
                <TableHeader className="hidden w-36 sm:table-cell">Updated</TableHeader>
                {canWrite && <ActionsHeader className="w-20" />}
              </TableRow>
            </TableHead>
            <TableBody>
              {items.map((secret) => (
                <TableRow key={secret.name}>
                  <TableCell className="truncate font-mono">{secret.name}</TableCell>
                  <TableCell className="hidden truncate font-mono text-xs text-muted sm:table-cell">
                    {secret.digest}
                  </TableCell>
                  <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                    <Time date={secret.updated_at} />
                  </TableCell>
                  {canWrite && (
                    <TableCell align="right" className="pr-1.5 whitespace-nowrap">
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
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
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
