import { expect, it } from 'vitest'
import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createSettings } from '../settings.ts'
import { withDatabaseSettings } from './effective-settings.ts'

const given = createSettings({}).of(dataApiSettings)

it('prefers the database’s settings over the project’s', () => {
  const own = {
    'pgrst.db_schemas': 'shop, hall ,',
    'pgrst.db_extra_search_path': '',
    'pgrst.db_max_rows': '7',
    'pgrst.db_aggregates_enabled': 'TRUE',
    'pgrst.db_plan_enabled': 'false',
    'pgrst.db_pre_request': 'shop.check',
    'pgrst.db_tx_end': 'rollback',
    'pgrst.server_timing_enabled': 'true',
    'pgrst.openapi_mode': 'disabled',
    'pgrst.openapi_security_active': 'true',
    'pgrst.db_root_spec': 'shop.welcome',
  }
  expect(withDatabaseSettings(given, own)).toEqual({
    enabled: true,
    exposed_schemas: ['shop', 'hall'],
    extra_search_path: [],
    max_rows: 7,
    db_aggregates_enabled: true,
    db_plan_enabled: false,
    db_pre_request: 'shop.check',
    db_tx_end: 'rollback',
    server_timing_enabled: true,
    openapi_mode: 'disabled',
    openapi_security_active: true,
    db_root_spec: 'welcome',
  })
})

it('ignores unknown or invalid database settings', () => {
  const own = {
    'pgrst.db_schemas': ' , ',
    'pgrst.db_max_rows': '-1',
    'pgrst.db_aggregates_enabled': 'perhaps',
    'pgrst.db_tx_end': 'never',
    'pgrst.openapi_mode': '',
    'pgrst.openapi_security_active': '',
    'pgrst.db_root_spec': '',
    'pgrst.jwt_secret': 'mine',
    __proto__: 'x',
    constructor: 'x',
  }
  expect(withDatabaseSettings(given, own)).toBe(given)
})
