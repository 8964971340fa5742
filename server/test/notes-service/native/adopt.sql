create extension seg schema notes;
