-- db_pre_request = odd "name.the fn

select "odd ""name"."the fn"();
