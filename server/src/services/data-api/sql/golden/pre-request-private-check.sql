-- db_pre_request = private.check

select "private"."check"();
