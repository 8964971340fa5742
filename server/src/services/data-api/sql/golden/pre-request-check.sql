-- db_pre_request = check

select "check"();
