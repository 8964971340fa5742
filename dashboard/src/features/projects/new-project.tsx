import type { Organization } from '@stoa/contract/platform/organizations'
import { createProject, type ProjectDetail } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import { Forbidden } from '../../components/forbidden.tsx'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useProjectLimit } from '../../data/resources/platform/overview.ts'
import { useCreateProject } from '../../data/resources/platform/projects.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page, PageForm, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  PasswordField,
  usePasswordForm,
  usePasswordJudgement,
} from '../../components/database-password/password-field.tsx'

type NewProjectProps = {
  slug: string
  onCreated: (project: ProjectDetail) => void
  onCancel: () => void
}

export function NewProject({ slug, onCreated, onCancel }: NewProjectProps) {
  useTitle('New project')
  const { data: organizations, error, refetch } = useOrganizations()
  const organization = organizations?.find((candidate) => candidate.slug === slug)
  return (
    <Page width="narrow">
      <PageHeader
        title="New project"
        description="A Postgres database with its own API, auth and keys."
      />
      {!organizations && !error && <Skeleton className="h-64" />}
      {!organizations && error && (
        <QueryError
          error={error}
          title="Could not load your organizations"
          onRetry={() => void refetch()}
        />
      )}
      {organizations && !organization && (
        <Callout type="caution" title="You are not a member of this organization">
          Select another organization from the list of organizations.
        </Callout>
      )}
      {organization && !organization.abilities.includes('project:create') && (
        <Forbidden missing="project:create">
          Only owners and administrators can create projects.
        </Forbidden>
      )}
      {organization?.abilities.includes('project:create') && (
        <WithinLimit organization={organization}>
          <ProjectForm organization={organization} onCreated={onCreated} onCancel={onCancel} />
        </WithinLimit>
      )}
    </Page>
  )
}

/**
 * Shows the form only if the plan allows another active project, so that nobody fills it in for
 * nothing.
 */
function WithinLimit({ organization, children }: WithinLimitProps) {
  const { data, error, refetch } = useProjectLimit(organization.slug)
  if (error && !data) {
    return (
      <QueryError
        error={error}
        title="Could not load the limits of your plan"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  if (data.limit === null || data.active < data.limit) return children
  const projectsPath: string = `/org/${organization.slug}`
  return (
    <Callout
      type="caution"
      title={`Your ${organization.plan.name} plan includes ${data.limit} active projects`}
      action={
        <Button asChild>
          <Link to={projectsPath}>View projects</Link>
        </Button>
      }
    >
      {`${organization.name} has ${data.active}. Pause or delete a project, or choose a larger plan, to create another.`}
    </Callout>
  )
}

type WithinLimitProps = { organization: Organization; children: ReactNode }

type ProjectFormProps = Omit<NewProjectProps, 'slug'> & { organization: Organization }

function ProjectForm({ organization, onCreated, onCancel }: ProjectFormProps) {
  const nameField = useInitialFocus<HTMLInputElement>()
  const form = useForm({
    endpoint: createProject,
    values: { name: '', db_pass: '' },
    toBody: (typed) => ({ ...typed, organization_slug: organization.slug }),
    mutation: useCreateProject(),
    onSuccess: onCreated,
  })
  const { values, change, state } = form
  const judgement = usePasswordJudgement(values.db_pass)
  const checked = usePasswordForm(state, { password: values.db_pass, judgement })
  return (
    <PageForm
      submitLabel="Create project"
      {...checked.state}
      failure="Could not create the project"
      onCancel={onCancel}
    >
      <InputField
        form={form}
        name="name"
        label="Name"
        problem="Enter a name."
        ref={nameField}
        maxLength={100}
      />
      <PasswordField
        label="Database password"
        value={values.db_pass}
        judgement={judgement}
        error={checked.problem}
        onChange={(password) => change({ db_pass: password })}
      />
      <dl className="grid gap-1 border-t pt-4 text-xs">
        <div className="flex gap-2">
          <dt className="w-24 text-muted">Organization</dt>
          <dd>{organization.name}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="w-24 text-muted">Plan</dt>
          <dd>{organization.plan.name}</dd>
        </div>
      </dl>
    </PageForm>
  )
}
