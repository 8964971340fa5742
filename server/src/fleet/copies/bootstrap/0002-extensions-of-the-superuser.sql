-- The services' functions and the extensions' are in this schema. Whoever owns a schema may drop what
-- is in it and create something else under its name, so it belongs to the superuser. The project's
-- owner still installs trusted extensions into it: their scripts run with the superuser's rights.
alter schema extensions owner to current_user;
