-- Later migrations sign in as the role: nothing that is attached to its tables then runs with more
-- rights. The role still inherits nothing from the project's owner.

alter role supabase_queues_admin login;
