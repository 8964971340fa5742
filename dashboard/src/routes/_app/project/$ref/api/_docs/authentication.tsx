import { createFileRoute } from '@tanstack/react-router'
import { Authentication } from '../../../../../../features/api-docs/authentication.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/_docs/authentication')({
  component: Authentication,
})
