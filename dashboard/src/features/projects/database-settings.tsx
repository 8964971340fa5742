import { useState } from 'react'
import { UnsavedInput } from '../../components/form/unsaved-input.tsx'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useSetDatabasePassword } from '../../data/resources/keys.ts'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { databaseVersion } from './database-version.ts'
import { DiskSection } from './disk-section.tsx'
import { PasswordField, usePasswordJudgement } from './password-field.tsx'

export function DatabaseSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Database settings', project?.name)
  if (!project) return null
  const { endpoints } = project
  return (
    <Page>
      <PageHeader title="Database" />
      <div>
        <Section title="Connection" description="For psql and any Postgres driver.">
          <ValueList>
            <ValueRow label="Connection string" value={project.connectionString} />
            <ValueRow label="Host" value={endpoints.database_host} />
            <ValueRow label="Port" value={String(endpoints.database_port)} />
            <ValueRow label="User" value={endpoints.database_user} />
            <ValueRow label="Database" value={endpoints.database_name} />
            <ValueRow label="Postgres" value={databaseVersion(project.dbVersion)} />
          </ValueList>
        </Section>
        <DiskSection projectRef={projectRef} />
        {can('key:read_secret') && <PasswordSection projectRef={projectRef} />}
      </div>
    </Page>
  )
}

function PasswordSection({ projectRef }: { projectRef: string }) {
  const [password, setPassword] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const judgement = usePasswordJudgement(password)
  const save = useSetDatabasePassword(projectRef)
  return (
    <Section
      title="Password"
      description="The password of the postgres role. New connections need the new password; open connections stay open."
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (judgement.isAccepted) setIsAsking(true)
        }}
      >
        <PasswordField
          label="New database password"
          value={password}
          judgement={judgement}
          error={save.error ? errorMessage(save.error) : undefined}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" disabled={!judgement.isAccepted}>
            Change password
          </Button>
        </div>
        <UnsavedInput isDirty={password !== ''} />
      </form>
      <ConfirmDialog
        visible={isAsking}
        size="md"
        variant="warning"
        title="Change the database password"
        description="Apps and tools that use the old password can’t connect until you update them. API keys don’t change."
        confirmLabel="Change password"
        loading={save.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          save.mutate(password, {
            onSuccess: () => setPassword(''),
            onSettled: () => setIsAsking(false),
          })
        }
      />
    </Section>
  )
}
