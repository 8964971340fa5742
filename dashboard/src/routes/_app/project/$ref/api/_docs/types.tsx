import { createFileRoute } from '@tanstack/react-router'
import { GeneratedTypes } from '../../../../../../features/api-docs/generated-types.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/_docs/types')({
  component: GeneratedTypes,
})
