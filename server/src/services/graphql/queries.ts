import { sql, type Sql } from '../../postgres/sql.ts'

/** The columns of an account that a token contains. */
export const findUser = (id: string): Sql => sql`
  select aud, email, phone, raw_app_meta_data, raw_user_meta_data, is_anonymous
  from auth.users
  where id = ${id}`
