import { createFileRoute } from '@tanstack/react-router'
import { Introduction } from '../../../../../../features/api-docs/introduction.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/_docs/')({ component: Introduction })
