import { createFileRoute } from '@tanstack/react-router'
import { AccountSettings } from '../../../features/accounts/account-settings.tsx'

export const Route = createFileRoute('/_app/account/me')({ component: AccountSettings })
