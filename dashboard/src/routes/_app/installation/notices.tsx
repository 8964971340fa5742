import { createFileRoute } from '@tanstack/react-router'
import { NoticesPage } from '../../../features/installation/notices-page.tsx'

export const Route = createFileRoute('/_app/installation/notices')({ component: NoticesPage })
