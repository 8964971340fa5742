import { MAX_LISTED_SECRETS } from '@stoa/contract/services/vault/secrets'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useRecordPanel } from '../../components/list/use-record-panel.ts'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useVaultSecrets } from '../../data/resources/services/vault/secrets.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { KeySection } from './key-section.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SecretTable } from './secret-table.tsx'

type VaultPageProps = {
  projectRef: string
  /** Whether the dialog for a new secret is open. */
  isCreating: boolean
  onCreating: (isCreating: boolean) => void
}

const EXAMPLE = `select decrypted_secret
from vault.decrypted_secrets
where name = 'my_secret'`

/** The secrets of a project's database, which SQL can decrypt but a dump does not reveal. */
export function VaultPage({ projectRef, isCreating, onCreating }: VaultPageProps) {
  const canWrite = useCan(projectRef)('vault:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Vault"
      description="Secrets for functions, triggers, and other SQL. They are encrypted, and a dump of the database does not contain their values."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => onCreating(true)}>
            New secret
          </Button>
        )
      }
      needs={['vault:read']}
      forbidden="This page lists the database’s secrets."
    >
      <Secrets projectRef={projectRef} canWrite={canWrite} />
      <KeySection projectRef={projectRef} />
      {isCreating && canWrite && (
        <SecretDialog projectRef={projectRef} onClose={() => onCreating(false)} />
      )}
    </ProjectPage>
  )
}

function Secrets({ projectRef, canWrite }: { projectRef: string; canWrite: boolean }) {
  const { value: search, field } = useSearchParam('search')
  const secrets = useVaultSecrets(projectRef, search)
  const { panel, open, close } = useRecordPanel({ kinds: ['edit'], items: secrets.data })
  return (
    <>
      <QueryList
        label="secrets"
        query={secrets}
        isSearched={search !== ''}
        toolbar={<SearchField label="Search secrets" field={field} />}
        empty={{
          title: 'No secrets yet',
          description:
            'A secret keeps a password or key out of your SQL. Only postgres and service_role can read it.',
          action: (
            <CodeBlock
              label="Read a secret with SQL"
              code={EXAMPLE}
              className="w-full max-w-md text-left"
            />
          ),
        }}
        maximum={MAX_LISTED_SECRETS}
      >
        {(items) => (
          <SecretTable
            projectRef={projectRef}
            secrets={items}
            onEdit={(secret) => open('edit', secret)}
          />
        )}
      </QueryList>
      {panel && canWrite && (
        <SecretDialog projectRef={projectRef} secret={panel.item} onClose={close} />
      )}
    </>
  )
}
